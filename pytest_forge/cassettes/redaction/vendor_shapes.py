"""Vendor shapes: the credentials that begin with a mark of their vendor; data only.

A line is a vendor, what it issues, the mark, and a pattern of what follows the mark, with two spaces or more between.
Written from the vendors' public documentation of their formats. What they issue without any mark, such as 32
hexadecimal digits, is known by the name beside it.
"""

from __future__ import annotations

__all__ = ["VENDOR_SHAPES"]

#: ``<uuid>`` is a UUID.
VENDOR_SHAPES = r"""
    # Models and machine learning
    openai            API key                 sk-              (?=[A-Za-z0-9_-]*[0-9A-Z])[A-Za-z0-9_-]{16,}
    anthropic         OAuth token             sk-ant-          [A-Za-z0-9_-]{12,}
    google            API key                 AIza             [0-9A-Za-z_-]{30,}
    google            authorization key       AQ.              Ab[0-9A-Za-z_-]{40,}
    google            OAuth access token      ya29.            [0-9A-Za-z_.-]{20,}
    google            OAuth refresh token     1//0             [0-9A-Za-z_-]{30,}
    google            OAuth client secret     GOCSPX-          [0-9A-Za-z_-]{20,}
    groq              API key                 gsk_             [A-Za-z0-9]{20,}
    xai               API key                 xai-             [A-Za-z0-9]{20,}
    perplexity        API key                 pplx-            [A-Za-z0-9]{20,}
    hugging face      access token            hf_              [A-Za-z0-9]{20,}
    hugging face      organization token      api_org_         [A-Za-z0-9]{20,}
    replicate         API token               r8_              [A-Za-z0-9]{20,}
    nvidia            API key                 nvapi-           [A-Za-z0-9_-]{20,}
    fireworks         API key                 fw_              [A-Za-z0-9]{20,}
    cerebras          API key                 csk-             [A-Za-z0-9]{20,}
    tavily            API key                 tvly-            [A-Za-z0-9_-]{16,}
    together          API key                 tgp_v1_          [A-Za-z0-9_-]{20,}
    langchain         API key                 lsv2_            (?:pt|sk)_[A-Za-z0-9_]{20,}
    langfuse          public key              pk-lf-           [A-Za-z0-9-]{20,}
    pinecone          API key                 pcsk_            [A-Za-z0-9_]{20,}
    elevenlabs        API key                 sk_              (?=[A-Za-z0-9_]*\d)[A-Za-z0-9_]{24,}
    voiceflow         API key                 VF.              (?:[A-Z]+\.)?[A-Za-z0-9]{16,}\.[A-Za-z0-9]{12,}
    jina              API key                 jina_            [A-Za-z0-9_-]{30,}
    voyage            API key                 pa-              (?=[A-Za-z_-]*\d)[A-Za-z0-9_-]{40,}
    firecrawl         API key                 fc-              (?=[a-f]*\d)[a-f0-9]{32}(?![A-Za-z0-9])
    e2b               API key                 e2b_             [a-f0-9]{30,}
    runpod            API key                 rpa_             [A-Z0-9]{30,}[a-z0-9]*
    anyscale          API key                 esecret_         [A-Za-z0-9]{20,}
    friendli          token                   flp_             [A-Za-z0-9]{30,}
    llama cloud       API key                 llx-             [A-Za-z0-9]{30,}
    weights & biases  API key                 wandb_v1_        [A-Za-z0-9_]{40,}
    baidu qianfan     API key                 bce-v3/          ALTAK-[A-Za-z0-9]{16,}/[a-f0-9]{30,}
    modal             token                   ak-              (?=[A-Za-z]*\d)[A-Za-z0-9]{22}(?![A-Za-z0-9])
    modal             token                   as-              (?=[A-Za-z]*\d)[A-Za-z0-9]{22}(?![A-Za-z0-9])
    apify             token                   apify_api_       [A-Za-z0-9]{30,}
    # Clouds
    aws               access key              AKIA             [A-Z0-9]{16}(?![A-Za-z0-9])
    aws               access key              ASIA             [A-Z0-9]{16}(?![A-Za-z0-9])
    aws               access key              ABIA             [A-Z0-9]{16}(?![A-Za-z0-9])
    aws               access key              ACCA             [A-Z0-9]{16}(?![A-Za-z0-9])
    aws               access key              A3T              [A-Z0-9]{17}(?![A-Za-z0-9])
    aws               Bedrock key             ABSK             [A-Za-z0-9+/]{60,}={0,2}
    aws               short Bedrock key       bedrock-api-key-  [A-Za-z0-9+/=_-]{20,}
    aws               marketplace key         amzn.mws.        [0-9a-f-]{30,}
    aws               AppSync key             da2-             [a-z0-9]{20,}
    alibaba cloud     access key              LTAI             [A-Za-z0-9]{12,30}(?![A-Za-z0-9])
    digitalocean      token                   do               [opr]_v1_[a-f0-9]{40,}
    databricks        token                   dapi             (?=[a-f0-9]{0,40}\d)[a-f0-9]{30,}(?:-\d+)?
    databricks        OAuth secret            dose             [a-f0-9]{30,}
    fly               token                   fo1_             [\w-]{30,}
    fly               macaroon part           fm               [12][a-z]?_[A-Za-z0-9+/=_-]{60,}
    heroku            API key                 HRKU-            [A-Za-z0-9_-]{30,}
    scaleway          access key              SCW              (?=[A-Z]*\d)[A-Z0-9]{17}(?![A-Za-z0-9])
    cloudflare        origin key              v1.0-            [a-f0-9]{20,}-[a-f0-9]{60,}
    pulumi            access token            pul-             [a-f0-9]{30,}
    planetscale       token                   pscale_          [a-z]{1,10}_[A-Za-z0-9_.=-]{20,}
    supabase          service token           sb               (?:p_[A-Za-z0-9]{30,}|_secret_[A-Za-z0-9_-]{20,})
    neon              API key                 napi_            [a-z0-9]{30,}
    prefect           API key                 pn               [ub]_[A-Za-z0-9]{30,}
    doppler  token  dp.  (?:ct|pt|st|sa|scim|audit)\.(?:[a-z0-9_-]{2,35}\.)?[A-Za-z0-9]{36,}
    hashicorp         vault token             hv               [sbr]\.[A-Za-z0-9_-]{20,}
    tailscale         key                     tskey-           [A-Za-z0-9-]{10,}
    infracost         API key                 ico-             [A-Za-z0-9]{30,}
    harness           token                   pat.             [A-Za-z0-9_-]{20,24}\.[0-9a-f]{20,26}\.[A-Za-z0-9]{18,22}
    1password         service token           ops_             eyJ[A-Za-z0-9+/=]{60,}
    1password  secret key  A3-  [A-Z0-9]{6}-(?:[A-Z0-9]{11}|[A-Z0-9]{6}-[A-Z0-9]{5})(?:-[A-Z0-9]{5}){3}
    age               secret key              AGE-SECRET-KEY-1  [A-Z0-9]{40,}
    cloudflare        API token               cf               (?:ut|at|k)_[A-Za-z0-9]{40,}
    tencent cloud     secret id               AKID             (?=[A-Za-z]*\d)[A-Za-z0-9]{32}(?![A-Za-z0-9])
    yandex cloud      API key                 AQVN             [A-Za-z0-9_-]{34,}
    yandex cloud      static key              YC               [A-Za-z0-9_-]{38}(?![A-Za-z0-9_-])
    yandex cloud      IAM token               t1.              [A-Z0-9a-z_-]{20,}={0,2}\.[A-Z0-9a-z_-]{80,}={0,2}
    yandex            OAuth token             y0_              [A-Za-z0-9_-]{40,}
    backblaze         application key         K00              \d[A-Za-z0-9+/]{27}(?![A-Za-z0-9+/])
    render            API key                 rnd_             [A-Za-z0-9]{20,}
    netlify           token                   nf               [pcuob]_[A-Za-z0-9]{30,}
    vercel            token                   vc               [kpiar]_[A-Za-z0-9]{20,}
    scalingo          token                   tk-us-           [A-Za-z0-9_-]{30,}
    mongodb atlas     service account secret  mdb_sa_sk_       [A-Za-z0-9_-]{30,}
    # Code and packages
    github            token                   gh               [pousr]_[A-Za-z0-9]{20,}
    github            fine-grained token      github_pat_      [A-Za-z0-9_]{30,}
    gitlab  token  gl  (?:pat|ptt|dt|rt|soat|ft|oas|imt|agent|cbt|ffct|feat|rtr|wt)-[A-Za-z0-9_.=-]{16,}
    gitlab            runner token            GR1348941        [\w-]{16,}
    npm               token                   npm_             [A-Za-z0-9]{30,}
    pypi              token                   pypi-            [A-Za-z0-9_-]{40,}
    rubygems          key                     rubygems_        [a-f0-9]{30,}
    crates.io         key                     cio              [A-Za-z0-9]{32}(?![A-Za-z0-9])
    nuget             key                     oy2              (?=[a-z]*\d)[a-z0-9]{43}(?![A-Za-z0-9])
    clojars           token                   CLOJARS_         [A-Za-z0-9]{50,}
    docker            token                   dckr_            [op]at_[A-Za-z0-9_-]{20,}
    jfrog             key                     AKC              [pb][A-Za-z0-9]{10,}
    jfrog             reference token         cmVmdGtu         [A-Za-z0-9]{40,}
    sonarqube         token                   sq               [uap]_[A-Za-z0-9]{30,}
    sourcegraph       token                   sg               [pdm]_(?:(?:[a-f0-9]{16}|local)_){0,2}[a-fA-F0-9]{30,}
    sourcegraph       licence key             slk_             [a-f0-9]{40,}
    circleci          token                   CCI              P[AR][TJ]_[A-Za-z0-9]{10,}_[a-f0-9A-Za-z]{20,}
    buildkite         token                   bk               (?:ua|ct|at|r|et|pt)_[A-Za-z0-9]{30,}
    dependency track  key                     odt_             [A-Za-z0-9_]{30,}
    snyk              token                   snyk_            [A-Za-z0-9_.-]{30,}
    codecov           token                   codecov_         [a-f0-9-]{30,}
    postman           key                     PMAK-            [a-f0-9]{20,}(?:-[a-f0-9]{20,})?
    readme            key                     rdme_            [A-Za-z0-9]{40,}
    linear            key                     lin_             (?:api|oauth|wh)_[A-Za-z0-9]{20,}
    atlassian         token                   AT               (?:ATT|BBT|CTT)3[A-Za-z0-9+/=_-]{40,}
    ionic             token                   ion_             [A-Za-z0-9]{30,}
    bitbucket         app password            ATBB             (?=[A-Za-z]*\d)[A-Za-z0-9]{24,}
    trello            token                   ATTA             [a-f0-9]{60,}
    packagist         token                   packagist_       [a-z]{3}_[a-f0-9]{60,}
    intra 42          secret                  s-s4t2           (?:ud|af)-[a-f0-9]{60,}
    # Talk, mail and telephones
    slack             token                   xox              [abcdeoprs]-[A-Za-z0-9%+/=_-]{12,}
    slack             configuration token     xoxe.            xox[bp]-[A-Za-z0-9-]{12,}
    slack             app token               xapp-            \d-[A-Za-z0-9-]{12,}
    sendgrid          key                     SG.              [A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,}
    sendinblue        key                     xkeysib-         [a-f0-9]{40,}(?:-[A-Za-z0-9]+)?
    mailgun           key                     key-             (?=[a-f]*\d)[0-9a-f]{32}(?![A-Za-z0-9])
    twilio            key                     SK               [0-9a-f]{32}(?![A-Za-z0-9])
    twilio            account                 AC               [0-9a-f]{32}(?![A-Za-z0-9])
    dropbox           token                   sl.              [A-Za-z0-9_=-]{60,}
    notion            token                   ntn_             \d{8,}[A-Za-z0-9]{30,}(?![A-Za-z0-9])
    notion            old token               secret_          (?=[A-Za-z]*\d)[A-Za-z0-9]{30,}
    figma             token                   fig              [dou]r?_[A-Za-z0-9_-]{20,}
    typeform          token                   tfp_             [A-Za-z0-9_.=-]{30,}
    airtable          token                   pat              [A-Za-z0-9]{14}\.[a-f0-9]{40,}
    contentful        token                   CFPAT-           [A-Za-z0-9_-]{30,}
    ubidots           key                     BBFF-            [A-Za-z0-9]{20,}
    flexport          token                   shltm_           [A-Za-z0-9_-]{30,}
    teamwork          token                   tkn.v1_          [A-Za-z0-9+/_-]{40,}={0,2}
    nightfall         key                     NF-              ([A-Za-z0-9]{30,})
    adafruit          key                     aio_             [A-Za-z0-9]{20,}
    sendinblue        SMTP key                xsmtpsib-        [a-f0-9]{40,}(?:-[A-Za-z0-9]+)?
    resend            key                     re_              [A-Za-z0-9]{6,12}_[A-Za-z0-9]{20,}
    salesforce        session                 00D              [A-Za-z0-9]{12}![A-Za-z0-9._]{60,}
    twitch            chat token              oauth:           (?=[a-z]*\d)[a-z0-9]{28,}(?![A-Za-z0-9])
    courier           key                     pk_prod_         [A-Z0-9]{20,}
    netsapiens        key                     ns               [srdu]_[A-Za-z0-9]{50,}
    zoho              token                   1000.            [a-f0-9]{32}\.[a-f0-9]{32}
    dingtalk          signing secret          SEC              (?=[a-f]*\d)[a-f0-9]{64}(?![A-Za-z0-9])
    # Money and shops
    stripe            key                     rk_              (?:live|test|prod)_[A-Za-z0-9]{10,}
    stripe            secret key              sk_              (?:live|test|prod)_[A-Za-z0-9]{10,}
    stripe            webhook secret          whsec_           [A-Za-z0-9+/]{20,}={0,2}
    square            token                   sq0              (?:atp|csp|idp)-[A-Za-z0-9_-]{20,}
    square            access token            EAAA             (?=[A-Za-z_+=-]*\d)[A-Za-z0-9_+=-]{56,}
    facebook          access token            EAA              (?=[A-Za-z]*\d)[A-Za-z0-9]{60,}
    shopify           token                   shp              (?:ss|at|ca|pa|ua|tka)_[a-fA-F0-9]{20,}
    paypal            access token            access_token$    (?:production|sandbox)\$[a-z0-9]+\$[a-f0-9]{30,}
    flutterwave       key                     FLWSECK          _?(?:TEST)?-[A-Za-z0-9-]{10,}
    duffel            token                   duffel_          (?:test|live)_[A-Za-z0-9_=-]{30,}
    frame.io          token                   fio-u-           [A-Za-z0-9_=-]{40,}
    shippo            token                   shippo_          (?:live|test)_[a-f0-9]{30,}
    clickup           token                   pk_              (?!live_|test_)(?=[A-Za-z0-9_]*\d)[A-Za-z0-9_]{30,}
    easypost          key                     EZ               [AT]K(?=[A-Za-z]*\d)[A-Za-z0-9]{40,}
    paddle            key                     pdl_             (?:live|sdbx)_apikey_[A-Za-z0-9_]{40,}
    seam              key                     seam_            [A-Za-z0-9]{6,24}_[A-Za-z0-9]{20,}
    square            production token        EAAl             [A-Za-z0-9_-]{56,}
    zuplo             API key                 zpka_            [a-f0-9]{32}_[a-f0-9]{8}
    instagram         access token            IGQ              (?=[A-Za-z_-]*\d)[A-Za-z0-9_-]{80,}
    # Watching
    grafana           service token           glsa_            [A-Za-z0-9]{20,}_[A-Za-z0-9]{6,}
    grafana           cloud token             glc_             (?=[A-Za-z+/]*\d)[A-Za-z0-9+/]{30,}={0,2}
    grafana           key                     eyJrIjoi         [A-Za-z0-9+/]{40,}={0,2}
    new relic         key                     NR               (?:AK|AA|II|IQ|RA|JS|BR|SP)-[A-Za-z0-9_-]{15,}
    new relic         pixie key               px-              (?:api|dep)-[a-f0-9-]{30,}
    dynatrace         token                   dt0              [a-z]\d{2}\.[A-Z0-9]{8,}\.[A-Z0-9]{40,}
    sentry            token                   sntry            [su]_[A-Za-z0-9+/=_-]{30,}
    logfire           token                   pylf_v           \d_[a-z]{2}_[A-Za-z0-9]{20,}
    segment           token                   sgp_             (?=[A-Za-z]*\d)[A-Za-z0-9]{50,}
    aiven             token                   AVN              (?:GU|S_)?[A-Za-z0-9_+/=-]{20,}
    posthog           key                     ph               [cx]_[A-Za-z0-9]{30,}
    twitch            stream key              live_            \d{6,12}_[A-Za-z0-9]{20,}
    honeycomb         key                     hc               [abcx](?:ik|lk|mk)_[A-Za-z0-9]{40,}
    axiom             token                   xa               [ap]t-<uuid>
    inngest           signing key             signkey-         [a-z]{2,12}-[a-f0-9]{40,}
    svix              token                   testsk_          [A-Za-z0-9_-]{20,}(?:\.[a-z]{2})?
    svix              token                   sk_              [A-Za-z0-9_-]{30,}\.[a-z]{2}(?![a-z])
    rootly            token                   rootly_          [a-f0-9]{40,}
    beamer            key                     b_               (?=[A-Za-z+/=_-]*\d)[A-Za-z0-9+/=_-]{40,}
    statsig           secret                  secret-          (?=[A-Za-z]*\d)[A-Za-z0-9]{30,}
    flagsmith         key                     ser.             [A-Za-z0-9]{16,}(?![\w.(])
    launchdarkly      key                     api-             <uuid>(?![A-Za-z0-9-])
    launchdarkly      key                     sdk-             <uuid>(?![A-Za-z0-9-])
    launchdarkly      key                     mob-             <uuid>(?![A-Za-z0-9-])
    # What many vendors use
    any  JSON Web Token  eyJ  [A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}(?:\.[A-Za-z0-9_-]*){0,3}
"""
