import { templateEvaluator } from '../../infra/deployment/evaluation.ts'
import { parameterName, type Parameters } from '../../infra/deployment/parameters.ts'
import { templateFile } from '../../infra/template/template.ts'

/** Returns the messages of the template's rules (infra/template/settings.yml) that reject these parameters. */
export const brokenRules = (parameters: Parameters, region: string): string[] => {
  const settings = templateFile('settings.yml')
  const values = Object.keys(settings.Parameters).map((id) => [
    id,
    parameters[parameterName(id)] ?? 'set by npm run deploy',
  ])
  const { holds } = templateEvaluator(settings, { ...Object.fromEntries(values), 'AWS::Region': region })
  return Object.values(settings.Rules)
    .filter(({ RuleCondition }) => RuleCondition === undefined || holds(RuleCondition))
    .flatMap(({ Assertions }) => Assertions.filter(({ Assert }) => !holds(Assert)))
    .map(({ AssertDescription }) => AssertDescription)
}
