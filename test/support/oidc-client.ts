/** By what this service is known to the providers of tests, `company` and `partner`. */
export const clientId = 'platform'
export const clientSecret = 'the secret of the platform'

/** The setting `OIDC_SECRETS`. */
export const oidcSecrets = JSON.stringify({ company: clientSecret, partner: clientSecret })
