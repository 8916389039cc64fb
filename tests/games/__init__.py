"""The games of the specifications: their examples, and referees of their own."""
