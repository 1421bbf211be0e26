"""Vendor names: services whose keys bear no mark of their own, so that the name beside a random word tells it.

None is an English word that stands beside identifiers in ordinary talk.
"""

from __future__ import annotations

__all__ = ["VENDOR_NAMES"]

_NAMES = """
    abstractapi accuweather adafruit airbrake aiven algolia alienvault alphavantage amplitude apifonica apify
    apilayer apimetrics apitemplate appfollow appointedd appsynergy appveyor asana assemblyai audd auth0
    authress autoklose avaza aviationstack axonaut azurestorage backblaze baremetrics beamer besttime binance
    bitbucket bitcoinaverage bitfinex bitly blitapp blocknative blogger borgbase brandfetch browserstack buddyns
    bugherd bugsnag buildkite bulbul calendarific calendly cannyio censys chartmogul chatfuel checklyhq clearbit
    clickhouse clickup clockify closecrm cloudflare cloudimage cloudinary cloudsight clustdoc codacy codeclimate
    codecov cohere coinapi coinbase coinlayer coinlib commercejs confluent contentful conversiontools
    countrylayer coveralls craftmypdf crowdin cryptocompare currencyfreaks currencylayer currencyscoop dandelion
    dareboost databox databricks datadog datagov deepai deepgram deepseek delighted detectify detectlanguage
    diffbot digitalocean disqus dockerhub docusign doppler droneci dropbox dwolla dynalist dynatrace edenai
    elastic elevenlabs etherscan eventbrite everhour exchangerate exchangerateapi exchangerates facebook
    fastforex fastly feedier figma finage financialmodelingprep finicity finnhub fixerio flickr flightapi
    foursquare freshdesk fxmarket geoapify geocode geocodio getemail getresponse github gitlab gitter glassnode
    goodday graphhopper groovehq gtmetrix gumroad gyazo hellosign helpscout heroku hiveage holidayapi honeycomb
    hubspot iexapis iexcloud infura insightly instabot intercom intrinio ipapi ipdata ipgeolocation ipify ipinfo
    ipqualityscore ipstack jumpcloud karmacrm kickbox klaviyo knapsackpro kraken kucoin kylas launchdarkly
    leadfeeder lemlist lendflow lexigram linkpreview linode locationiq loggly loyverse lunchmoney madkudu
    mailboxlayer mailchimp mailerlite mailgun mailjet mailmodo mailsac mandrill mapbox mapquest marketstack
    mattermost mediastack meistertask meraki mindmeister mistral mixpanel moonclerk moralis nasdaq netlify
    newrelic newscatcher nexmo nftport ngrok numverify nylas nytimes oanda okta onesignal onfleet oopspam openai
    opencage opencagedata opencorporates openrouter openuv openweather openweathermap opsgenie optimizely owlbot
    owm pagerduty paperform paralleldots particleio paydirtapp paymongo paystack pdflayer pendo pipedream
    pipedrive pixabay plaid planyo podio poloniex positionstack postageapp postmark powrbot prodpad proxycrawl
    pubnub pushbullet pushover pyowm qase quandl rapidapi rawg reachmail refiner rentman ritekit rockset rollbar
    salesblink salescookie salesflare salesforce sauce scaleway scraperapi scrapestack scrapingant scrapingbee
    screenshotlayer securitytrails selectpdf semrush sendbird sendgrid sendinblue serpapi serpstack sherpadesk
    shipday shodan shopify shotstack shutterstock sigopt simfin simvoly skrapp skrappio snowflake snyk
    sonarcloud sonarqube sparkpost speechtext spoonacular sportsmonk spotify stabilityai statuscake statuspal
    stitchdata stormglass storychief stripe sumologic supabase surveybot surveymonkey survicate swiftype tatum
    tatumio technicalanalysisapi tefter telegram teletype telnyx textmagic theoddsapi tickettailor timecamp
    tmetric todoist togetherai tomtom transferwise travelpayouts travisci trello twilio twitter tyntec ubidots
    uclassify unsplash upcdatabase uploadcare uptimerobot upwave urlscan userstack vercel verimail veriphone
    virustotal visualcrossing voicegain vonage vpnapi vultr wakatime walkscore wandb weatherapi weatherbit
    weatherstack webflow webscraping whoxy worldcoinindex wrike yandex yelp youneedabudget yousign zendesk
    zenscrape zerobounce zerotier zipcodeapi zipcodebase zoominfo
"""

VENDOR_NAMES: frozenset[str] = frozenset(_NAMES.split())
