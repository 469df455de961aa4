import { startS3 } from '../../infra/local/s3/server.ts'
import { startS3Proxy } from '../support/s3-proxy.ts'

/** What one connection to S3 brings in a second (S3's "Performance guidelines": 85 to 90 MB). */
const pace = 90_000_000

/** The stand-in for S3 in a process of its own, as fast as it can and as S3 is from a function. */
const [folder = ''] = process.argv.slice(2)
const { endpoint } = await startS3(folder)
const paced = await startS3Proxy(endpoint)
paced.treat = () => ({ pace })
process.once('disconnect', () => process.exit(0))
process.send?.({ fast: endpoint, paced: paced.url })
