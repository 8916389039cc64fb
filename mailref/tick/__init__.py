"""The parts of a turn of the machine; `service.tick` puts them in order."""
