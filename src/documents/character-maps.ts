import { readFile } from 'node:fs/promises'
import { located } from '../located.ts'

const folder = 'src/documents/character-maps'

/** The predefined character maps of East Asian fonts (PDF 32000-1, 9.7.5.2), which a function with a reader needs. */
export const characterMaps = `${folder}/*`

/** Gives pdf.js those maps as its package `pdfjs-dist` has them, and nothing else that it may ask for. */
export class CharacterMapFactory {
  async fetch({ kind, filename }: { kind: string; filename: string }): Promise<Uint8Array> {
    if (kind !== 'cMapUrl' || !/^[\w-]+\.bcmap$/.test(filename))
      throw new Error(`${filename} is no character map.`)
    return new Uint8Array(await readFile(located(`${folder}/${filename}`)))
  }
}
