/** A server whose address the operator of the service has configured. */
export interface ConfiguredServer {
  /** Scheme, host and port: everything else that the server names is checked like any other address. */
  origin: string
  mayBePrivate: boolean
}

const at = (url: string | URL, mayBePrivate = true): ConfiguredServer => ({
  origin: new URL(url).origin,
  mayBePrivate,
})

/**
 * All exceptions to the rules that the service calls only public addresses, and only by https (decision 0068). AWS is
 * called by its SDK and by presigned or signed requests, whose hosts are those of the region or of an endpoint setting.
 */
export const configuredServer = {
  /** A language model: `base_url` in `MODELS`, or the region's host of Bedrock. It may run in a private network. */
  model: (url: string | URL) => at(url),
  /** A provider of single sign-on: `issuer` in `OIDC_PROVIDERS`. Plain http reaches only this machine. */
  issuer: (url: string) => at(url),
  /** The editing server: `WOPI_CLIENT_URL`. Its addresses are checked unless `WOPI_CLIENT_PRIVATE` is `yes`. */
  editor: (url: string, isPrivate: boolean) => at(url, isPrivate),
}
