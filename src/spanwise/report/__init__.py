"""Results -> one self-contained HTML page to read; it shows what scoring has computed and computes no score itself."""
