"""Pictures, tables and charts of a game: values in, text and bytes out."""
