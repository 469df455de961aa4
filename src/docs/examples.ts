import { escapeHtml } from '../platform/http/answer/html-page.ts'
import { atOwnAddress } from './own-address.ts'
import examples from '#generated/examples.json' with { type: 'json' }

const exampleHtml = ({ html, code }: (typeof examples)[number], index: number) => `<div class="code">
<div id="example-${index}-text">${html}</div>
<button type="button" data-copies="example-${index}" aria-describedby="example-${index}-text">Copy</button>
<pre id="example-${index}" tabindex="0" role="region" aria-labelledby="example-${index}-text">${escapeHtml(
  atOwnAddress(code),
)}</pre>
<p role="status"></p>
</div>`

/** Returns the examples of the README as HTML, with the address of this service. */
export const examplesHtml = (): string => `<section aria-labelledby="examples-title">
<h2 id="examples-title">Examples</h2>
<p>From the README, with the address of this service.</p>
${examples.map(exampleHtml).join('\n')}
</section>`
