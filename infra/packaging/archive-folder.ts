import { join } from 'node:path'

interface Serverless {
  serviceDir: string
}

/**
 * The plugin that has serverless-esbuild copy what it archives into its work folder, which it removes: in the system's
 * temporary folder it leaves a folder for each function, because it tries to remove them with their files still in
 * them. It must stand before serverless-esbuild.
 */
class ArchiveFolder {
  readonly hooks: Record<string, () => void>

  constructor({ serviceDir }: Serverless) {
    const former = process.env['TMPDIR']
    this.hooks = {
      'before:package:createDeploymentArtifacts': () => {
        process.env['TMPDIR'] = join(serviceDir, '.esbuild', String(process.pid), 'archives')
      },
      'after:package:createDeploymentArtifacts': () => {
        if (former === undefined) delete process.env['TMPDIR']
        else process.env['TMPDIR'] = former
      },
    }
  }
}

/** osls requires this file and wants the class itself as its CommonJS face. */
export { ArchiveFolder as 'module.exports' }
