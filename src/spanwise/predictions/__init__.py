"""The narrow waist: anyone's file, a human, a guesser and a network all arrive here alike."""
