/** CloudFormation's intrinsic functions, in their long form. */
export const ref = (id: string) => ({ Ref: id })
export const sub = (text: string) => ({ 'Fn::Sub': text })
export const getAtt = (id: string, attribute: string) => ({ 'Fn::GetAtt': [id, attribute] })
export const ifElse = (condition: string, then: unknown, otherwise: unknown) => ({
  'Fn::If': [condition, then, otherwise],
})
