"""Training the judge that plays inside the compiled part: small, and in whole numbers."""
