import { expect, test } from 'vitest'
import { Images } from '../../src/documents/images.ts'

const bytes = Buffer.from('a picture')
const dataUrl = (of: Buffer) => `data:image/png;base64,${of.toString('base64')}`

test('An image is kept once, however often it stands in a document and under whatever names', async () => {
  const images = new Images()

  const urls = [
    images.addDataUrl(dataUrl(bytes)),
    images.addDataUrl(dataUrl(bytes)),
    await images.add('word/media/image1.png', async () => bytes),
    await images.add('word/media/image2.png', async () => Buffer.from('another')),
  ]

  expect(urls).toEqual(['image:0', 'image:0', 'image:0', 'image:1'])
  expect(images.list.map(({ name }) => name)).toEqual(['image-1.png', 'image2.png'])
})

test('What is no image, or none that is known, is left out', async () => {
  const images = new Images()

  const urls = [
    images.addDataUrl('data:text/plain;base64,YQ=='),
    images.addDataUrl('data:image/png;base64,'),
    await images.add('word/media/sound.wav', async () => bytes),
  ]

  expect(urls).toEqual([undefined, undefined, undefined])
  expect(images.list).toEqual([])
})
