import { crc32, deflateSync } from 'node:zlib'

export const colorTypes = { gray: 0, rgb: 2, palette: 3 } as const

/** An image as deflated rows of pixels; each row begins with the byte of its filter. */
export type PngPicture = {
  width: number
  height: number
  bitsPerComponent: number
  colorType: (typeof colorTypes)[keyof typeof colorTypes]
  palette?: Uint8Array
  deflated: Uint8Array
}

const signature = Buffer.from('89504e470d0a1a0a', 'hex')

const chunk = (type: string, data: Uint8Array): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}

/** Deflates rows of pixels for PNG without filters. */
export const deflateRows = (points: Uint8Array, rowBytes: number): Uint8Array => {
  const height = Math.floor(points.length / rowBytes)
  const rows = Buffer.alloc((rowBytes + 1) * height)
  for (let row = 0; row < height; row++)
    rows.set(points.subarray(row * rowBytes, (row + 1) * rowBytes), row * (rowBytes + 1) + 1)
  return deflateSync(rows)
}

/** Returns the bytes of a PNG file (W3C Portable Network Graphics, third edition). */
export const toPng = (picture: PngPicture): Uint8Array => {
  const { width, height, bitsPerComponent, colorType, palette, deflated } = picture
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width)
  header.writeUInt32BE(height, 4)
  header[8] = bitsPerComponent
  header[9] = colorType
  const colors = palette ? [chunk('PLTE', palette)] : []
  const chunks = [chunk('IHDR', header), ...colors, chunk('IDAT', deflated), chunk('IEND', Buffer.alloc(0))]
  const png = Buffer.concat([signature, ...chunks])
  // a separate buffer can be transferred to another thread
  return new Uint8Array(png)
}
