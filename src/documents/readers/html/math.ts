import type { Element as HtmlElement, ElementContent } from 'hast'
import type { PhrasingContent } from 'mdast'
import { readMathML } from '../../markdown/mathml.ts'
import type { Element } from '../../xml.ts'

const toChild = (child: ElementContent): Element | string => {
  if (child.type === 'element') return toElement(child)
  return child.type === 'text' ? child.value : ''
}

const toElement = ({ tagName, properties, children }: HtmlElement): Element => ({
  prefix: '',
  name: tagName,
  attributes: Object.fromEntries(Object.entries(properties).map(([name, value]) => [name, String(value)])),
  children: children.map(toChild),
})

/** Writes a formula of a page on one line, like those of other documents. */
export const convertFormula = (node: HtmlElement): PhrasingContent => readMathML(toElement(node))
