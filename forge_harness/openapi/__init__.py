"""Documents of HTTP APIs, from Swagger 2.0 to OpenAPI 3.2: their operations, with the requests and replies of each."""
