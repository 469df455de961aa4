/** Returns the demo provider's port; it is fixed, because accounts stay linked to the provider's address. */
export const demoIssuerPort = (port: number): number => port + 100

/** Returns the issuer address of a service's demo provider, to which accounts are linked. */
export const demoIssuer = (publicUrl: string): string =>
  `http://127.0.0.1:${demoIssuerPort(Number(new URL(publicUrl).port))}`
