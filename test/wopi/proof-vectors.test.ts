import { describe, expect, test } from 'vitest'
import { parseDiscovery, type ProofKeys } from '../../src/wopi/discovery-document.ts'
import { findProvingKey } from '../../src/wopi/proof.ts'
import vectors from '../fixtures/proof-vectors.json' with { type: 'json' }

const attributes = Object.entries(vectors.keys).map(([name, value]) => `${name}="${value}"`)
const { proofKeys } = await parseDiscovery(
  Buffer.from(
    '<wopi-discovery><net-zone><app><action urlsrc="https://e.example/"/></app></net-zone>' +
      `<proof-key ${attributes.join(' ')}/></wopi-discovery>`,
  ),
)

/** Keys and signatures published by Microsoft with its samples for hosts, from 2015. */
describe("Microsoft's proofs", () => {
  test.each(vectors.proofs)('$title', ({ token, path, ticks, proof, proofOld, provedBy: expected }) => {
    const address = `https://contoso.com/wopi/files/${path}?access_token=${token}`

    const verdict = findProvingKey(proofKeys as ProofKeys, {
      token,
      addresses: [address.toUpperCase()],
      ticks: BigInt(ticks),
      proof,
      proofOld,
    })

    expect(verdict ?? null).toBe(expected)
  })
})
