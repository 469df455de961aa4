/** Client ID and secret of this service at the test providers `company` and `partner`. */
export const clientId = 'platform'
export const clientSecret = 'the secret of the platform'

/** Value of the setting `OIDC_SECRETS`. */
export const oidcSecrets = JSON.stringify({ company: clientSecret, partner: clientSecret })
