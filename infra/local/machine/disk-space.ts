import { statfsSync } from 'node:fs'
import type { GatewayResponse } from '../../gateway/gateway-responses.ts'

/** Free space below which writes of the embedded services fail, in bytes. */
const minFreeBytes = 4 * 2 ** 20

const watchMilliseconds = 2_000

/** The answer to a request that failed while the disk of the local service is full. */
export const diskFull: GatewayResponse = {
  status: 503,
  code: 'service.unavailable',
  detail: 'The disk of the local service is full; free some space below DATA_DIR, then try again.',
  headers: { 'Retry-After': '10' },
}

/** Returns true if too little space is left in a folder for the embedded services to write. */
export const isVolumeFull = (folder: string): boolean => {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize < minFreeBytes
}

/** The last state of the disk, which `watchDisk` keeps current. */
let isKnownFull = false

export const isDiskFull = (): boolean => isKnownFull

/**
 * Watches the free space of a folder, and announces when it runs out and when there is space again. Returns a function
 * that ends the watch.
 */
export const watchDisk = (
  folder: string,
  announce: (sentence: string) => void,
  read = isVolumeFull,
): (() => void) => {
  const look = () => {
    const isNow = read(folder)
    if (isNow === isKnownFull) return
    isKnownFull = isNow
    announce(
      isNow
        ? `The disk is full: writes to ${folder} (DATA_DIR) fail, and their errors are not shown, until there is space.`
        : `The disk has space again: writes to ${folder} (DATA_DIR) succeed.`,
    )
  }
  look()
  const timer = setInterval(look, watchMilliseconds).unref()
  return () => {
    clearInterval(timer)
    isKnownFull = false
  }
}
