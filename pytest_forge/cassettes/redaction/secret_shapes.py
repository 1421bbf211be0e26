"""Secret shapes: how the credentials of known vendors look; data only.

Each shape begins with text that tells it apart, so that a search may first look for that text alone. What vendors
issue without any mark of their own, such as 32 hexadecimal digits, is known by the vendor's name beside it.
Written from the vendors' public documentation of their formats.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

__all__ = ["SHAPES", "SecretShape"]


@dataclass(frozen=True, slots=True)
class SecretShape:
    """One kind of credential that tells itself.

    Attributes:
        vendor: Who issues it.
        name: What it is.
        mark: Text that is in each of them, as it is written; what has none of it is not searched.
        pattern: The credential; where it has a group, the group is.
        begins: Whether the credential begins with the mark, so that only the marks need be looked at.
    """

    vendor: str
    name: str
    mark: str
    pattern: re.Pattern[str] = field(repr=False)
    begins: bool


def _shape(vendor: str, name: str, mark: str, rest: str, *, before: str = r"(?<![A-Za-z0-9_-])") -> SecretShape:
    begins = before.endswith("_-])") or not before
    return SecretShape(vendor, name, mark, re.compile(before + re.escape(mark) + rest, re.ASCII), begins)


def _within(vendor: str, name: str, mark: str, pattern: str) -> SecretShape:
    return SecretShape(vendor, name, mark, re.compile(pattern, re.ASCII), begins=False)


#: What no name of a program, no address and no path goes on behind.
_NO_NAME = r"(?<![\w./$)_-])"

SHAPES: tuple[SecretShape, ...] = (
    # Models and machine learning.
    _shape("openai", "API key", "sk-", r"(?=[A-Za-z0-9_-]*[0-9A-Z])[A-Za-z0-9_-]{16,}"),
    _shape("anthropic", "OAuth token", "sk-ant-", r"[A-Za-z0-9_-]{12,}"),
    _shape("google", "API key", "AIza", r"[0-9A-Za-z_-]{30,}"),
    _shape("google", "authorization key", "AQ.", r"Ab[0-9A-Za-z_-]{40,}"),
    _shape("google", "OAuth access token", "ya29.", r"[0-9A-Za-z_.-]{20,}"),
    _shape("google", "OAuth refresh token", "1//0", r"[0-9A-Za-z_-]{30,}"),
    _shape("google", "OAuth client secret", "GOCSPX-", r"[0-9A-Za-z_-]{20,}"),
    _shape("groq", "API key", "gsk_", r"[A-Za-z0-9]{20,}"),
    _shape("xai", "API key", "xai-", r"[A-Za-z0-9]{20,}"),
    _shape("perplexity", "API key", "pplx-", r"[A-Za-z0-9]{20,}"),
    _shape("hugging face", "access token", "hf_", r"[A-Za-z0-9]{20,}"),
    _shape("hugging face", "organization token", "api_org_", r"[A-Za-z0-9]{20,}"),
    _shape("replicate", "API token", "r8_", r"[A-Za-z0-9]{20,}"),
    _shape("nvidia", "API key", "nvapi-", r"[A-Za-z0-9_-]{20,}"),
    _shape("fireworks", "API key", "fw_", r"[A-Za-z0-9]{20,}"),
    _shape("cerebras", "API key", "csk-", r"[A-Za-z0-9]{20,}"),
    _shape("tavily", "API key", "tvly-", r"[A-Za-z0-9_-]{16,}"),
    _shape("together", "API key", "tgp_v1_", r"[A-Za-z0-9_-]{20,}"),
    _shape("langchain", "API key", "lsv2_", r"(?:pt|sk)_[A-Za-z0-9_]{20,}"),
    _shape("langfuse", "public key", "pk-lf-", r"[A-Za-z0-9-]{20,}"),
    _shape("pinecone", "API key", "pcsk_", r"[A-Za-z0-9_]{20,}"),
    _shape("elevenlabs", "API key", "sk_", r"(?=[A-Za-z0-9_]*\d)[A-Za-z0-9_]{24,}"),
    _shape("voiceflow", "API key", "VF.", r"(?:[A-Z]+\.)?[A-Za-z0-9]{16,}\.[A-Za-z0-9]{12,}"),
    # Clouds.
    *(_shape("aws", "access key", mark, r"[A-Z0-9]{16}(?![A-Za-z0-9])") for mark in ("AKIA", "ASIA", "ABIA", "ACCA")),
    _shape("aws", "access key", "A3T", r"[A-Z0-9]{17}(?![A-Za-z0-9])"),
    _shape("aws", "Bedrock key", "ABSK", r"[A-Za-z0-9+/]{60,}={0,2}"),
    _shape("aws", "short Bedrock key", "bedrock-api-key-", r"[A-Za-z0-9+/=_-]{20,}"),
    _shape("aws", "marketplace key", "amzn.mws.", r"[0-9a-f-]{30,}"),
    _shape("aws", "AppSync key", "da2-", r"[a-z0-9]{20,}"),
    _shape("alibaba cloud", "access key", "LTAI", r"[A-Za-z0-9]{12,30}(?![A-Za-z0-9])"),
    _shape("azure", "storage key", "AccountKey=", r"([A-Za-z0-9+/]{40,}={0,2})", before=""),
    _shape("azure", "shared key", "SharedAccessKey=", r"([A-Za-z0-9+/]{20,}={0,2})", before=""),
    _within("azure", "client secret", "Q~", r"(?<![A-Za-z0-9_~.-])[A-Za-z0-9_~.-]{3}\dQ~[A-Za-z0-9_~.-]{28,40}"),
    _within("azure", "devops token", "AZDO", r"(?<![A-Za-z0-9])[A-Za-z0-9]{70,80}AZDO[A-Za-z0-9]{4}(?![A-Za-z0-9])"),
    _within("azure", "service key", "JQQJ99", r"(?<![A-Za-z0-9])[A-Za-z0-9]{52}JQQJ99[A-Za-z0-9]{26}(?![A-Za-z0-9])"),
    _within("azure", "search index", ".search.windows.net", r"[\w-]{2,60}\.search\.windows\.net/indexes/[\w-]+"),
    _shape("digitalocean", "token", "do", r"[opr]_v1_[a-f0-9]{40,}"),
    _shape("databricks", "token", "dapi", r"(?=[a-f0-9]{0,40}\d)[a-f0-9]{30,}(?:-\d+)?"),
    _shape("databricks", "OAuth secret", "dose", r"[a-f0-9]{30,}"),
    _shape("fly", "token", "fo1_", r"[\w-]{30,}"),
    _shape("fly", "macaroon", "FlyV1 ", r"fm[12][a-z]?_[\w+/=,-]{40,}"),
    _shape("fly", "macaroon part", "fm", r"[12][a-z]?_[A-Za-z0-9+/=_-]{60,}"),
    _shape("heroku", "API key", "HRKU-", r"[A-Za-z0-9_-]{30,}"),
    _shape("scaleway", "access key", "SCW", r"(?=[A-Z]*\d)[A-Z0-9]{17}(?![A-Za-z0-9])"),
    _shape("cloudflare", "origin key", "v1.0-", r"[a-f0-9]{20,}-[a-f0-9]{60,}"),
    _shape("cloudflare", "user token", "cf", r"[ku]t_[A-Za-z0-9]{30,}"),
    _shape("pulumi", "access token", "pul-", r"[a-f0-9]{30,}"),
    _shape("planetscale", "token", "pscale_", r"[a-z]{1,10}_[A-Za-z0-9_.=-]{20,}"),
    _shape("supabase", "service token", "sb", r"(?:p_[A-Za-z0-9]{30,}|_secret_[A-Za-z0-9_-]{20,})"),
    _shape("neon", "API key", "napi_", r"[a-z0-9]{30,}"),
    _shape("prefect", "API key", "pn", r"[ub]_[A-Za-z0-9]{30,}"),
    _shape("doppler", "token", "dp.", r"(?:ct|pt|st|sa|scim|audit)\.(?:[a-z0-9_-]{2,35}\.)?[A-Za-z0-9]{36,}"),
    _within(
        "hashicorp", "cloud token", ".atlasv1.", r"(?<![A-Za-z0-9])[A-Za-z0-9]{10,20}\.atlasv1\.[A-Za-z0-9_=-]{40,}"
    ),
    _shape("hashicorp", "vault token", "hv", r"[sbr]\.[A-Za-z0-9_-]{20,}"),
    *(
        _shape("hashicorp", "old vault token", mark, r"(?=[A-Za-z]*\d)[A-Za-z0-9_-]{24,200}(?![\w.(])", before=_NO_NAME)
        for mark in ("s.", "b.", "r.")
    ),
    _shape("tailscale", "key", "tskey-", r"[A-Za-z0-9-]{10,}"),
    _shape("infracost", "API key", "ico-", r"[A-Za-z0-9]{30,}"),
    _shape("harness", "token", "pat.", r"[A-Za-z0-9_-]{20,24}\.[0-9a-f]{20,26}\.[A-Za-z0-9]{18,22}"),
    _shape("1password", "service token", "ops_", r"eyJ[A-Za-z0-9+/=]{60,}"),
    _shape(
        "1password", "secret key", "A3-", r"[A-Z0-9]{6}-(?:[A-Z0-9]{11}|[A-Z0-9]{6}-[A-Z0-9]{5})(?:-[A-Z0-9]{5}){3}"
    ),
    _shape("age", "secret key", "AGE-SECRET-KEY-1", r"[A-Z0-9]{40,}"),
    # Code and packages.
    _shape("github", "token", "gh", r"[pousr]_[A-Za-z0-9]{20,}"),
    _shape("github", "fine-grained token", "github_pat_", r"[A-Za-z0-9_]{30,}"),
    _shape("gitlab", "token", "gl", r"(?:pat|ptt|dt|rt|soat|ft|oas|imt|agent|cbt|ffct|feat|rtr)-[A-Za-z0-9_.=-]{16,}"),
    _shape("gitlab", "runner token", "GR1348941", r"[\w-]{16,}"),
    _shape("npm", "token", "npm_", r"[A-Za-z0-9]{30,}"),
    _shape("pypi", "token", "pypi-", r"[A-Za-z0-9_-]{40,}"),
    _shape("rubygems", "key", "rubygems_", r"[a-f0-9]{30,}"),
    _shape("crates.io", "key", "cio", r"[A-Za-z0-9]{32}(?![A-Za-z0-9])"),
    _shape("nuget", "key", "oy2", r"(?=[a-z]*\d)[a-z0-9]{43}(?![A-Za-z0-9])"),
    _shape("clojars", "token", "CLOJARS_", r"[A-Za-z0-9]{50,}"),
    _shape("docker", "token", "dckr_", r"[op]at_[A-Za-z0-9_-]{20,}"),
    _shape("jfrog", "key", "AKC", r"[pb][A-Za-z0-9]{10,}"),
    _shape("jfrog", "reference token", "cmVmdGtu", r"[A-Za-z0-9]{40,}"),
    _shape("sonarqube", "token", "sq", r"[uap]_[A-Za-z0-9]{30,}"),
    _shape("sourcegraph", "token", "sg", r"[pdm]_(?:(?:[a-f0-9]{16}|local)_){0,2}[a-fA-F0-9]{30,}"),
    _shape("sourcegraph", "licence key", "slk_", r"[a-f0-9]{40,}"),
    _shape("sourcegraph", "gateway token", "sourcegraph_", r"[a-z]{2,20}_[a-f0-9]{30,}", before=r"(?<![A-Za-z0-9])"),
    _shape("circleci", "token", "CCI", r"P[AR][TJ]_[A-Za-z0-9]{10,}_[a-f0-9A-Za-z]{20,}"),
    _shape("buildkite", "token", "bk", r"(?:ua|ct|at|r|et|pt)_[A-Za-z0-9]{30,}"),
    _shape("dependency track", "key", "odt_", r"[A-Za-z0-9_]{30,}"),
    _shape("snyk", "token", "snyk_", r"[A-Za-z0-9_.-]{30,}"),
    _shape("codecov", "token", "codecov_", r"[a-f0-9-]{30,}"),
    _shape("postman", "key", "PMAK-", r"[a-f0-9]{20,}(?:-[a-f0-9]{20,})?"),
    _shape("readme", "key", "rdme_", r"[A-Za-z0-9]{40,}"),
    _shape("linear", "key", "lin_", r"(?:api|oauth)_[A-Za-z0-9]{20,}"),
    _shape("atlassian", "token", "AT", r"(?:ATT|BBT|CTT)3[A-Za-z0-9+/=_-]{40,}"),
    _shape("ionic", "token", "ion_", r"[A-Za-z0-9]{30,}"),
    # Talk, mail and telephones.
    _shape("slack", "token", "xox", r"[abceoprs]-[A-Za-z0-9-]{12,}"),
    _shape("slack", "configuration token", "xoxe.", r"xox[bp]-[A-Za-z0-9-]{12,}"),
    _shape("slack", "app token", "xapp-", r"\d-[A-Za-z0-9-]{12,}"),
    _within(
        "slack",
        "webhook",
        "hooks.slack",
        r"https?://hooks\.slack(?:-gov)?\.com/(?:services|workflows|triggers)/[A-Za-z0-9+/_-]{20,}",
    ),
    _within("discord", "webhook", "/api/webhooks/", r"https?://[\w.]*discord(?:app)?\.com/api/webhooks/\d+/[\w-]{40,}"),
    _within("discord", "bot token", ".", r"[MNO][A-Za-z\d_-]{22,27}\.[A-Za-z\d_-]{6}\.[A-Za-z\d_-]{27,40}"),
    _within(
        "teams",
        "webhook",
        "webhook",
        r"https?://[\w.-]{1,80}\.(?:office|logic\.azure)\.com/(?:webhook|workflows)[^\s\"'\\<>]{20,}",
    ),
    _within("zapier", "webhook", "hooks.zapier.com", r"hooks\.zapier\.com/hooks/catch/[A-Za-z0-9/_-]{6,}"),
    _within("tines", "webhook", ".tines.com", r"[\w-]{1,60}\.tines\.com/webhook/[a-f0-9]{16,}/[a-f0-9]{16,}"),
    _within("thingsboard", "device token", "/api/v1/", r"thingsboard[\w.:-]{0,60}/api/v1/([A-Za-z0-9]{16,})(?=/)"),
    _within("telegram", "bot token", ":", r"(\d{8,12}:[A-Za-z0-9_-]{32,})(?![\w])"),
    _shape("sendgrid", "key", "SG.", r"[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,}"),
    _shape("sendinblue", "key", "xkeysib-", r"[a-f0-9]{40,}(?:-[A-Za-z0-9]+)?"),
    _shape("mailgun", "key", "key-", r"(?=[a-f]*\d)[0-9a-f]{32}(?![A-Za-z0-9])"),
    _within("mailchimp", "key", "-us", r"(?<![A-Za-z0-9])[0-9a-f]{32}-us\d{1,2}(?![A-Za-z0-9])"),
    _shape("twilio", "key", "SK", r"[0-9a-f]{32}(?![A-Za-z0-9])"),
    _shape("twilio", "account", "AC", r"[0-9a-f]{32}(?![A-Za-z0-9])"),
    _shape("dropbox", "token", "sl.", r"[A-Za-z0-9_=-]{60,}"),
    _shape("notion", "token", "ntn_", r"\d{8,}[A-Za-z0-9]{30,}(?![A-Za-z0-9])"),
    _shape("notion", "old token", "secret_", r"(?=[A-Za-z]*\d)[A-Za-z0-9]{30,}"),
    _shape("figma", "token", "fig", r"[dou]r?_[A-Za-z0-9_-]{20,}"),
    _shape("typeform", "token", "tfp_", r"[A-Za-z0-9_.=-]{30,}"),
    _shape("airtable", "token", "pat", r"[A-Za-z0-9]{14}\.[a-f0-9]{40,}"),
    _shape("contentful", "token", "CFPAT-", r"[A-Za-z0-9_-]{30,}"),
    _shape("pubnub", "key", "ub-c-", r"[A-Za-z0-9-]{30,}", before=r"(?:(?<=\bp)|(?<=\bs))"),
    _shape("maxmind", "key", "_mmk", r"(?![A-Za-z0-9])", before=r"(?<![A-Za-z0-9])[A-Za-z0-9]{6}_[A-Za-z0-9]{29}"),
    _shape("ubidots", "key", "BBFF-", r"[A-Za-z0-9]{20,}"),
    _shape("flexport", "token", "shltm_", r"[A-Za-z0-9_-]{30,}"),
    _shape("teamwork", "token", "tkn.v1_", r"[A-Za-z0-9+/_-]{40,}={0,2}"),
    _shape("nightfall", "key", "NF-", r"([A-Za-z0-9]{30,})"),
    _shape("adafruit", "key", "aio_", r"[A-Za-z0-9]{20,}"),
    # Money and shops.
    _shape("stripe", "key", "rk_", r"(?:live|test|prod)_[A-Za-z0-9]{10,}"),
    _shape("stripe", "secret key", "sk_", r"(?:live|test|prod)_[A-Za-z0-9]{10,}"),
    _shape("stripe", "webhook secret", "whsec_", r"[A-Za-z0-9+/]{20,}={0,2}"),
    _shape("square", "token", "sq0", r"(?:atp|csp|idp)-[A-Za-z0-9_-]{20,}"),
    _shape("square", "access token", "EAAA", r"(?=[A-Za-z_+=-]*\d)[A-Za-z0-9_+=-]{56,}"),
    _shape("facebook", "access token", "EAA", r"[A-Z](?=[A-Za-z]*\d)[A-Za-z0-9]{60,}"),
    _shape("facebook", "app token", "|", r"(?<=\|)[A-Za-z0-9_-]{24,30}(?![\w-])", before=r"(?<![A-Za-z0-9])\d{14,18}"),
    _shape("shopify", "token", "shp", r"(?:ss|at|ca|pa|tka)_[a-fA-F0-9]{20,}"),
    _shape("paypal", "access token", "access_token$", r"(?:production|sandbox)\$[a-z0-9]+\$[a-f0-9]{30,}"),
    _shape("flutterwave", "key", "FLWSECK", r"_?(?:TEST)?-[A-Za-z0-9-]{10,}"),
    _shape("easypost", "key", "EZ", r"[AT]K[a-z0-9]{40,}"),
    _shape("duffel", "token", "duffel_", r"(?:test|live)_[A-Za-z0-9_=-]{30,}"),
    _shape("frame.io", "token", "fio-u-", r"[A-Za-z0-9_=-]{40,}"),
    _shape("shippo", "token", "shippo_", r"(?:live|test)_[a-f0-9]{30,}"),
    _shape("clickup", "token", "pk_", r"(?=[A-Za-z0-9_]*\d)[A-Za-z0-9_]{30,}"),
    # Watching.
    _shape("grafana", "service token", "glsa_", r"[A-Za-z0-9]{20,}_[A-Za-z0-9]{6,}"),
    _shape("grafana", "cloud token", "glc_", r"(?=[A-Za-z+/]*\d)[A-Za-z0-9+/]{30,}={0,2}"),
    _shape("grafana", "key", "eyJrIjoi", r"[A-Za-z0-9+/]{40,}={0,2}"),
    _shape("new relic", "key", "NR", r"(?:AK|AA|II|IQ|RA|JS|BR|SP)-[A-Za-z0-9_-]{15,}"),
    _shape("new relic", "pixie key", "px-", r"(?:api|dep)-[a-f0-9-]{30,}"),
    _shape("dynatrace", "token", "dt0", r"[a-z]\d{2}\.[A-Z0-9]{20,}\.[A-Z0-9]{40,}"),
    _shape("sentry", "token", "sntry", r"[su]_[A-Za-z0-9+/=_-]{30,}"),
    _shape("logfire", "token", "pylf_v", r"\d_[a-z]{2}_[A-Za-z0-9]{20,}"),
    _shape("segment", "token", "sgp_", r"(?=[A-Za-z]*\d)[A-Za-z0-9]{50,}"),
    _shape("aiven", "token", "AVN", r"(?:GU|S_)?[A-Za-z0-9_+/=-]{20,}"),
    _shape("posthog", "key", "ph", r"[cx]_[A-Za-z0-9]{30,}"),
    _shape("twitch", "stream key", "live_", r"\d{6,12}_[A-Za-z0-9]{20,}"),
    # What many vendors use.
    _shape("any", "JSON Web Token", "eyJ", r"[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}(?:\.[A-Za-z0-9_-]*){0,3}"),
    _shape("any", "private key in base64", "LS0tLS1CRUdJTi", r"[A-Za-z0-9+/]{20,}={0,2}", before=r"(?<![A-Za-z0-9+/])"),
    _within(
        "any",
        "private key",
        "PRIVATE KEY",
        r"-----BEGIN[A-Z ]{0,20} PRIVATE KEY(?: BLOCK)?-----(?:[A-Za-z0-9+/=\s\"',.:\\]|-(?!----)){16,20000}"
        r"(?:-----END[A-Z ]{0,20}KEY(?: BLOCK)?-----)?",
    ),
    _within("any", "password hash", "$", r"\$(?:1|2[abxy]|5|6|7|8|9|y|gy|argon2\w{1,2})\$[A-Za-z0-9./$=,+-]{20,300}"),
    _within("kerberos", "ticket", "$krb5", r"\$krb5(?:asrep|tgs|pa)\$[^\s\"'\\]{20,4000}"),
)
