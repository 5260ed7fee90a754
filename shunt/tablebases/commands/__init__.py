"""Commands that build, describe and query tablebases."""
