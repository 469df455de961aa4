import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { strToU8, zipSync } from 'fflate'
import { afterAll, expect, test } from 'vitest'
import { outlineDocument } from '../../src/documents/outline/outline.ts'
import { courseLimits } from '../../src/lms/limits.ts'

const folder = await mkdtemp(join(tmpdir(), 'relations-'))
afterAll(() => rm(folder, { recursive: true }))

const imageType = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/image'

const relationships = (target: string) => `<Relationships>
  <Relationship Id="r1" Type="${imageType}" Target="${target}"/>
</Relationships>`

test.each(['media/100%.png', 'media/%zz.png', 'media/%C3%A4%ff.png', 'http://['])(
  'reads a document with a relationship to %s',
  async (target) => {
    const path = join(folder, 'percent.docx')
    const text = '<w:p><w:r><w:t>The discount is a hundred percent of it.</w:t></w:r></w:p>'
    await writeFile(
      path,
      zipSync({
        'word/document.xml': strToU8(`<w:document xmlns:w="w"><w:body>${text}</w:body></w:document>`),
        'word/_rels/document.xml.rels': strToU8(relationships(target)),
      }),
    )

    const outline = await outlineDocument({ path, name: 'percent.docx' }, { limits: courseLimits })

    expect(JSON.stringify(outline)).toContain('The discount is a hundred percent of it.')
  },
)
