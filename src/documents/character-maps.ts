import { readFile } from 'node:fs/promises'
import { repositoryPath } from '../repository-path.ts'

const folder = 'assets/character-maps'

/** Predefined character maps of East Asian fonts (PDF 32000-1, 9.7.5.2); every function with a reader needs them. */
export const characterMaps = `${folder}/*`

/** Serves the character maps of the package `pdfjs-dist` to pdf.js, and refuses all other requests. */
export class CharacterMapFactory {
  async fetch({ kind, filename }: { kind: string; filename: string }): Promise<Uint8Array> {
    if (kind !== 'cMapUrl' || !/^[\w-]+\.bcmap$/.test(filename))
      throw new Error(`${filename} is not a character map.`)
    return new Uint8Array(await readFile(repositoryPath(`${folder}/${filename}`)))
  }
}
