interface Serverless {
  processedInput: { commands: string[] }
}

/** How serverless-esbuild makes a function's one file. Locally the packages stay outside: it starts in seconds. */
const config = ({ processedInput }: Serverless) => ({
  format: 'esm',
  outputFileExtension: '.mjs',
  target: 'node24',
  exclude: [],
  ...(processedInput.commands[0] === 'offline' ? { packages: 'external' } : { bundle: true, minify: true }),
})

/** serverless-esbuild requires this file and wants the function itself as its CommonJS face. */
export { config as 'module.exports' }
