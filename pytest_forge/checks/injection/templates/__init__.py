"""The judges of `template`: texts that become part of another language, a language each."""
