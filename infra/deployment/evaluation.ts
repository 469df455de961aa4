import type { Template } from '../template/template.ts'

/** Value of a property that a condition omits (`AWS::NoValue`). */
const noValue = Symbol('AWS::NoValue')

type Intrinsic = Record<string, unknown>

const isIntrinsic = (value: unknown): value is Intrinsic =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const split = ([separator, text]: [separator: string, text: string]) => text.split(separator)

/**
 * Evaluates the values and conditions of a template as CloudFormation does. `values` contains parameters and pseudo
 * parameters by logical ID. Throws for a reference to a resource, which is unknown before the resource exists.
 */
export const templateEvaluator = (
  { Parameters, Conditions }: Pick<Template, 'Parameters' | 'Conditions'>,
  values: Record<string, string>,
) => {
  const parameter = (id: string): unknown => {
    if (id === 'AWS::NoValue') return noValue
    if (!Parameters[id] && !(id in values)) throw new Error(`The value of ${id} cannot be known here.`)
    return values[id] ?? ''
  }

  const holds = (condition: unknown): boolean => {
    const [[name, given] = ['', undefined]] = Object.entries(condition as Intrinsic)
    const parts = Array.isArray(given) ? (given as unknown[]) : []
    if (name === 'Condition') return holds(Conditions[given as string])
    if (name === 'Fn::Not') return !holds(parts[0])
    if (name === 'Fn::And') return parts.every(holds)
    if (name === 'Fn::Or') return parts.some(holds)
    if (name === 'Fn::Contains') return (parts[0] as string[]).includes(evaluate(parts[1]) as string)
    return evaluate(parts[0]) === evaluate(parts[1])
  }

  const evaluate = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(evaluate).filter((part) => part !== noValue)
    if (!isIntrinsic(value)) return value
    const [[name, given] = ['', undefined]] = Object.entries(value)
    if (name === 'Ref') return parameter(given as string)
    if (name === 'Fn::If') {
      const [condition, then, otherwise] = given as [string, unknown, unknown]
      return evaluate(holds(Conditions[condition]) ? then : otherwise)
    }
    if (name === 'Fn::Split') return split(evaluate(given) as [string, string])
    if (name.startsWith('Fn::')) throw new Error(`${name} cannot be evaluated here.`)
    const parts = Object.entries(value).map(([key, part]) => [key, evaluate(part)] as const)
    return Object.fromEntries(parts.filter(([, part]) => part !== noValue))
  }

  return { evaluate, holds }
}
