/** Stores a parameter in the stand-in for Parameter Store, which verifies no signature. */
export const putParameter = async (Name: string, Value: string): Promise<void> => {
  const response = await fetch(String(process.env['AWS_ENDPOINT_URL_SSM']), {
    method: 'POST',
    headers: { 'x-amz-target': 'AmazonSSM.PutParameter' },
    body: JSON.stringify({ Name, Value, Type: 'String', Overwrite: true }),
  })
  if (!response.ok) throw new Error(await response.text())
}
