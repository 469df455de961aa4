/** Where the demo provider listens. Accounts are linked to its address for good, so that it is not any free port. */
export const demoIssuerPort = (port: number): number => port + 100

/** The address of the demo provider of a service, by which accounts know it. */
export const demoIssuer = (publicUrl: string): string =>
  `http://127.0.0.1:${demoIssuerPort(Number(new URL(publicUrl).port))}`
