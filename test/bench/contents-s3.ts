import { startS3 } from '../../infra/local/s3/server.ts'
import { startS3Proxy } from '../support/s3-proxy.ts'

/** Bytes per second of one connection to S3 (S3's "Performance guidelines": 85 to 90 MB). */
const pace = 90_000_000

/** Runs the S3 emulator in its own process, both at full speed and at the speed of S3 for a function. */
const [folder = ''] = process.argv.slice(2)
const { endpoint } = await startS3(folder)
const paced = await startS3Proxy(endpoint)
paced.treat = () => ({ pace })
process.once('disconnect', () => process.exit(0))
process.send?.({ fast: endpoint, paced: paced.url })
