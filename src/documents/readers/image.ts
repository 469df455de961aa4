import type { Image } from 'mdast'
import type { Archive } from '../archive.ts'
import type { Images } from '../images.ts'

/** Reads an image of an archive with its alternative text; returns an empty list if the part is missing or no image. */
export const readImage = async (
  part: string | undefined,
  alt: string,
  { archive, images }: { archive: Archive; images: Images },
): Promise<Image[]> => {
  if (!part || !archive.has(part)) return []
  const url = await images.add(part, () => archive.readBytes(part))
  return url ? [{ type: 'image', url, alt: alt.replace(/\s+/g, ' ').trim() }] : []
}
