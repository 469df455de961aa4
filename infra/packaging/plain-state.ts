interface Serverless {
  utils: { writeFileSync: (file: string, contents: unknown, hasCycles?: boolean) => void }
}

/**
 * The plugin that writes what osls keeps of a deployment as plain JSON. osls looks for cycles first, comparing each
 * object with all before it: 12 s for 260 functions. There are none, or this throws. The template is written without
 * indentation, as it is uploaded: with it, it is longer than cfn-lint and CloudFormation take.
 */
class PlainState {
  readonly hooks: Record<string, () => void>

  constructor({ utils }: Serverless, options: { 'minify-template'?: boolean }) {
    const write = utils.writeFileSync.bind(utils)
    this.hooks = {
      'before:aws:package:finalize:saveServiceState': () => {
        options['minify-template'] = true
        utils.writeFileSync = (file, contents) => write(file, JSON.stringify(contents))
      },
      'after:aws:package:finalize:saveServiceState': () => {
        utils.writeFileSync = write
      },
    }
  }
}

/** osls requires this file and wants the class itself as its CommonJS face. */
export { PlainState as 'module.exports' }
