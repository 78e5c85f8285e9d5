"""A benchmark of one's own: from documents to paragraphs to be asked about, and from raw questions to clean parts."""
