"""Words to verdicts: valid, accepted, refused with the reason, unknown with evidence."""
