import { describe, expect, test } from 'vitest'
import { Images } from '../../src/documents/images.ts'

const bytes = Buffer.from('a picture')
const dataUrl = `data:image/png;base64,${bytes.toString('base64')}`

describe('An image is kept once', () => {
  test('though it is in a document more than once', () => {
    const images = new Images()

    expect(images.addDataUrl(dataUrl)).toBe('image:0')
    expect(images.addDataUrl(dataUrl)).toBe('image:0')
    expect(images.list.map(({ name }) => name)).toEqual(['image-1.png'])
  })

  test('though it has another name', async () => {
    const images = new Images()

    expect(await images.add('word/media/image1.png', async () => bytes)).toBe('image:0')
    expect(await images.add('word/media/image2.png', async () => bytes)).toBe('image:0')
    expect(images.list).toHaveLength(1)
  })

  test('and another one besides', async () => {
    const images = new Images()

    expect(images.addDataUrl(dataUrl)).toBe('image:0')
    expect(await images.add('word/media/image2.png', async () => Buffer.from('another'))).toBe('image:1')
    expect(images.list.map(({ name }) => name)).toEqual(['image-1.png', 'image2.png'])
  })
})

describe('Left out is', () => {
  test.each([
    ['text', 'data:text/plain;base64,YQ=='],
    ['an image without a byte', 'data:image/png;base64,'],
  ])('%s in a data URL', (_, url) => {
    const images = new Images()

    expect(images.addDataUrl(url)).toBeUndefined()
    expect(images.list).toEqual([])
  })

  test('a part of the document that is no image', async () => {
    const images = new Images()

    expect(await images.add('word/media/sound.wav', async () => bytes)).toBeUndefined()
    expect(images.list).toEqual([])
  })
})
