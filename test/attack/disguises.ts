import type { Trap } from './trap.ts'

/** Spellings of this machine's host that careless checks do not recognize. */
const localHosts = [
  'localhost',
  'localhost.',
  'a.localhost',
  '127.0.0.1.',
  '127.1',
  '2130706433',
  '0x7f.1',
  '0177.0.0.1',
  '017700000001',
  '①②⑦.0.0.1',
  '0',
  '[::1]',
  '[::ffff:127.0.0.1]',
  '[0:0:0:0:0:ffff:7f00:1]',
  '[::127.0.0.1]',
  '[64:ff9b::127.0.0.1]',
  '[64:ff9b:1::7f00:1]',
  '[2002:7f00:1::]',
  '[2001:0:7f00:1::]',
]

/** Hosts of private networks, of neighbors, and of the metadata of clouds. */
const foreignHosts = [
  '10.0.0.1',
  '172.16.0.1',
  '192.168.0.1',
  '169.254.169.254',
  '169.254.170.2',
  '100.64.0.1',
  '0.0.0.0',
  '224.0.0.1',
  '255.255.255.255',
  '[fd00:ec2::254]',
  '[fe80::1]',
  '[ff02::1]',
]

/** Returns spellings of the trap's URL that careless checks do not recognize. */
export const disguises = ({ port, url }: Trap): string[] => [
  url,
  ...localHosts.map((host) => `http://${host}:${port}`),
  `https://127.0.0.1:${port}`,
  `https://localhost:${port}`,
  `http://example.com@127.0.0.1:${port}`,
  `http://127.0.0.1:${port}#.example.com`,
]

/** Hosts that the service must not call. */
export const privateHosts: readonly string[] = ['127.0.0.1', ...localHosts, ...foreignHosts]
