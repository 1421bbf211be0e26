"""Secret references: values that are names: of a secret's place, of an algorithm, of a header.

vault:secret/app#key   ref+awsssm://prod/db   !Ref Password   projects/x/secrets/y   secrets.TOKEN   /run/secrets/db
sha256WithRSAEncryption   scram-sha-256   RSASSA_PKCS1_V1_5_SHA_256   X-Api-Key   same-origin
"""

from __future__ import annotations

import re

from ...regex import regex

__all__ = ["names_an_algorithm", "refers_to_a_secret"]

_KEEPERS = (
    r"vault|ssm|asm|aws[\w-]{0,20}|gcp[\w-]{0,20}|az[\w-]{0,20}|keyvault|akv|kv|sops|op|keyring|keychain|doppler|infisical|"
    r"bitwarden|bws|conjur|consul|k8s|kubernetes|chamber|berglas|gsm|secrets?[_-]?manager|secrets?|parameter[_-]?store|file"
)
_ROOTS = (
    r"vars?|locals?|data|module|each|self|this|secrets|env|inputs|outputs|needs|steps|github|matrix|process\.env|"
    r"settings|config|params|props|state|ctx|context|request|req|aws_\w+|azurerm_\w+|google_\w+|vault_\w+|random_\w+|"
    r"tls_private_key|kubernetes_\w+"
)
_REFERENCE = regex(
    # A path after the name of a secret manager, and the path of a file.
    rf"(?:{_KEEPERS})(?:\+\w{{1,20}})?:(?=[^#\s]*/)[\w./{{}}$@-]{{1,200}}(?:[#?:][\w./-]*)?$|"
    r"(?:projects|organizations|folders)/[\w-]{1,80}/(?:locations/[\w-]{1,40}/)?secrets/|"
    r"/(?:run|var|etc|home|usr|opt|mnt|srv|tmp|app|data|root|Users|secrets|proc|sys)/|"
    # A variable, a field, an output of a template.
    r"(?:env|environ|envvar)[:.][A-Za-z_]\w*$|\$[A-Z_][A-Z0-9_]*$|"
    rf"(?:{_ROOTS})\.[A-Za-z_][\w.\[\]\"'*-]{{0,120}}$|"
    # A tag of YAML before the reference itself.
    r"!(?i:vault|secret|ref|sub|getatt|env|env_var|var|importvalue|findinmap|join|reference|include|sops|encrypted)$",
    re.ASCII,
)
_ALGORITHM = regex(
    r"(?=.*(?:sha|md[245]|rsa|dsa|aes|des|hmac|hkdf|pbkdf|crypt|argon|scram|chacha|blake|ed25519|x25519|secp|symmetric|"
    r"eddsa|[rephs]s(?:256|384|512)))"
    # Atomic, because long values would otherwise be split in every possible way.
    r"(?>(?:sha|ssha|md|rsassa|rsaes|rsa|ecdsa|eddsa|dsa|ecdhe|ecdh|ecies|ecc|ec|ed|x(?=25519)|aes|triple|des|ede|xchacha|"
    r"chacha|poly|salsa|blake|hmac|hkdf|pbkdf|pbes|bcrypt|scrypt|yescrypt|argon|scram|crypt|openssl|pkcs|pss|oaep|mgf|gcm|"
    r"cbc|ctr|ccm|ecb|xts|siv|kw|wrap|with|and|encryption|signature|signing|sign|only|verify|encrypt|decrypt|asymmetric|"
    r"symmetric|default|google|external|rs|es|ps|hs|id|ripemd|secp|k1|r1|ntlm|kdf|hash|padding|nopadding|nist|[vpkbs]|"
    r"\d{1,4}|[-_/.+:])+)",
    re.ASCII | re.IGNORECASE,
)
#: The name of a header, and the modes of `fetch(credentials=…)`.
_NAME = regex(r"X(?:-[A-Z][A-Za-z]{1,14}\d?){1,5}|same-origin|include|omit", re.ASCII)
_LONGEST_ALGORITHM = 60


def refers_to_a_secret(value: str) -> bool:
    """Tell whether *value* is the place of a secret."""
    return _REFERENCE.match(value) is not None


def names_an_algorithm(value: str) -> bool:
    """Tell whether *value* is the name of an algorithm, a header or a mode."""
    if len(value) > _LONGEST_ALGORITHM:
        return False
    return _ALGORITHM.fullmatch(value) is not None or _NAME.fullmatch(value) is not None
