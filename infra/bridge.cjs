// osls reads .cjs files, not .ts files: these hand on what the .ts files beside it make of the endpoints and workers.
module.exports = {
  functions: async ({ resolveConfigurationProperty }) =>
    (await import('./functions.ts')).functions(await resolveConfigurationProperty(['provider', 'stage'])),
  queues: async () => (await import('./queues.ts')).queues(),
  dashboard: async () => (await import('./dashboard.ts')).dashboard(),
  api: async () => (await import('./api.ts')).api(),
}
