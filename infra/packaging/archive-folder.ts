import { join } from 'node:path'

interface Serverless {
  serviceDir: string
}

/**
 * Plugin that makes serverless-esbuild build archives in its own work folder, which it removes. In the system's
 * temporary folder it would leave a folder per function, because it tries to remove folders that still contain files.
 * The plugin must precede serverless-esbuild.
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

/** osls requires this file, and expects the class itself as its CommonJS export. */
export { ArchiveFolder as 'module.exports' }
