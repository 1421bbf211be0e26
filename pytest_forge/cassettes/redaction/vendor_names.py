"""Vendor names: services whose keys have no mark, and are recognised by the name beside them.

The names come from public rule sets and from the vendors' documentation. None is an English word that is common beside
identifiers.
"""

from __future__ import annotations

__all__ = ["VENDOR_NAMES"]

_NAMES = """
    ably abstractapi abuseipdb accuweather adafruit agora ai21 airbrake airtable aiven akamai algolia alienvault
    alphavantage amplitude anypoint apifonica apify apilayer apimetrics apitemplate appfollow appointedd
    appsynergy appveyor artifactory asana assemblyai atlassian audd auth0 authress autoklose avaza aviationstack
    axonaut azurestorage backblaze baremetrics baseten beamer besttime betterstack binance bitbucket
    bitcoinaverage bitfinex bitly bitrise bittrex bitwarden blitapp blocknative blogger blynk borgbase branchio
    brandfetch browserstack buddyns bugherd bugsnag buildkite bulbul bunnynet buttercms calendarific calendly
    cannyio censys chartmogul chatfuel checklyhq circleci clarifai clearbit clearout clickhouse clickup clockify
    closecrm cloudflare cloudimage cloudinary cloudsight clustdoc codacy codeclimate codecov cohere coinapi
    coinbase coinlayer coinlib commercejs configcat confluent contentful contentstack conversiontools couchbase
    countrylayer coveralls craftmypdf crowdin cryptocompare currencyfreaks currencylayer currencyscoop
    customerio dandelion dareboost databox databricks datadog datagov deepai deepgram deepl deepseek delighted
    detectify detectlanguage deviantart diffbot digitalocean disqus dockerhub docusign doppler droneci dropbox
    dwolla dynalist dynatrace edenai elastic elevenlabs etherscan eventbrite everhour exchangerate
    exchangerateapi exchangerates exoscale facebook fastforex fastly feedier figma finage financialmodelingprep
    finicity finnhub fixerio flickr flightapi forestadmin foursquare freshbooks freshdesk fullcontact fxmarket
    gemfury gemstash geoapify geocode geocodio getemail getresponse gitalk github gitlab gitter glassnode
    godaddy goodday graphhopper greptile groovehq gtmetrix gumroad gyazo hashicorp hellosign helpscout hereapi
    heroku hetzner hexpm hiveage holidayapi honeycomb hubspot hunterio iexapis iexcloud influxdb infomaniak
    infura inngest insightly instabot intercom intrinio ipapi ipdata ipgeolocation ipify ipinfo ipqualityscore
    ipstack jamf jotform jumpcloud kagi karmacrm keenio keycloak kickbox klaviyo klingai knapsackpro kraken
    kucoin kylas lacework larksuite launchdarkly leadfeeder lemlist lendflow lexigram lighton linkpreview linode
    livekit locationiq loggly lokalise loyverse lunchmoney madkudu mailboxlayer mailchimp mailerlite mailgun
    mailjet mailmodo mailsac mandrill mapbox mapquest marketstack mattermost mediastack meistertask meraki
    messagebird mindmeister mistral mixpanel moonclerk moralis nasdaq nessus netlify newrelic newsapi
    newscatcher nexmo nftport ngrok novu numverify nylas nytimes oanda okta onelogin onesignal onfleet oopspam
    openai opencage opencagedata opencorporates openrouter openuv openweather openweathermap opsgenie optimizely
    owlbot owm packagecloud pagerduty pandadoc paperform paralleldots particleio paydirtapp paymongo paystack
    pdflayer pendo pepipost pinata pinecone pingdom pipedream pipedrive pixabay plaid planetscale planyo plivo
    podio poloniex polymarket positionstack postageapp postmark powrbot prodpad proxycrawl pubnub pushbullet
    pushover pyowm qase quandl rapidapi rawg razorpay reachmail refiner rentman ringcentral ritekit rockset
    rollbar salesblink salescookie salesflare salesforce sauce scaleway scraperapi scrapestack scrapingant
    scrapingbee screenshotlayer securitytrails selectpdf semrush sendbird sendgrid sendinblue serpapi serpstack
    sherpadesk shipday shodan shopify shotstack shutterstock signifyd sigopt simfin simvoly skrapp skrappio
    snowflake snyk sonarcloud sonarqube sourcegraph sparkpost speechtext splunk spoonacular sportsmonk spotify
    squarespace sslmate stabilityai statuscake statuspage statuspal stitchdata stormglass storyblok storychief
    stripe sumologic supabase surveybot surveymonkey survicate swiftype tatum tatumio tavus technicalanalysisapi
    tefter telegram teletype telnyx textmagic theoddsapi thingsboard tickettailor timecamp tmetric todoist
    togetherai tomtom transferwise travelpayouts travisci trello trendmicro truenas twilio twitch twitter tyntec
    ubidots uclassify unkey unsplash upcdatabase uploadcare upstash uptimerobot upwave urlscan userstack vastai
    vercel verimail veriphone virustotal visualcrossing voicegain volcengine vonage vpnapi vultr wakatime
    walkscore wandb weatherapi weatherbit weatherstack webex webflow webscraping wechat whoxy wistia
    worldcoinindex wpengine wrike yandex yelp youneedabudget yousign zendesk zenscrape zerobounce zerotier zhipu
    zipcodeapi zipcodebase zohocrm zoominfo
"""

VENDOR_NAMES: frozenset[str] = frozenset(_NAMES.split())
