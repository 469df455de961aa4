// osls reads .cjs files, not .ts files: these hand on what the .ts files beside it make of the endpoints and workers.
module.exports = {
  functions: async () => (await import('./functions.ts')).functions(),
  queues: async () => (await import('./queues.ts')).queues(),
  dashboard: async () => (await import('./dashboard.ts')).dashboard(),
  api: async () => (await import('./api.ts')).api(),
}
