import { describe, expect, test } from 'vitest'
import { Images } from '../../src/documents/images.ts'

const bytes = Buffer.from('a picture')
const dataUrl = `data:image/png;base64,${bytes.toString('base64')}`

describe('Images', () => {
  test('stores an image once if a document contains it twice', () => {
    const images = new Images()

    expect(images.addDataUrl(dataUrl)).toBe('image:0')
    expect(images.addDataUrl(dataUrl)).toBe('image:0')
    expect(images.list.map(({ name }) => name)).toEqual(['image-1.png'])
  })

  test('stores an image once under two names', async () => {
    const images = new Images()

    expect(await images.add('word/media/image1.png', async () => bytes)).toBe('image:0')
    expect(await images.add('word/media/image2.png', async () => bytes)).toBe('image:0')
    expect(images.list).toHaveLength(1)
  })

  test('stores different images separately', async () => {
    const images = new Images()

    expect(images.addDataUrl(dataUrl)).toBe('image:0')
    expect(await images.add('word/media/image2.png', async () => Buffer.from('another'))).toBe('image:1')
    expect(images.list.map(({ name }) => name)).toEqual(['image-1.png', 'image2.png'])
  })
})

describe('Unsupported images', () => {
  test.each([
    ['text', 'data:text/plain;base64,YQ=='],
    ['an image without a byte', 'data:image/png;base64,'],
  ])('ignores %s in a data URL', (_, url) => {
    const images = new Images()

    expect(images.addDataUrl(url)).toBeUndefined()
    expect(images.list).toEqual([])
  })

  test('ignores a part of the document that is no image', async () => {
    const images = new Images()

    expect(await images.add('word/media/sound.wav', async () => bytes)).toBeUndefined()
    expect(images.list).toEqual([])
  })
})
