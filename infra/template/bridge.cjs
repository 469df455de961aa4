// osls loads .cjs files but no .ts files: these functions return what the .ts files of infra generate from the
// endpoints and workers.
module.exports = {
  functions: async ({ resolveConfigurationProperty, resolveVariable }) =>
    (await import('../functions/functions.ts')).functions(
      await resolveConfigurationProperty(['provider', 'stage']),
      await resolveVariable("param:worker-percent, '100'"),
    ),
  tags: async ({ resolveConfigurationProperty, resolveVariable }) =>
    (await import('./tags.ts')).stackTags(
      await resolveConfigurationProperty(['provider', 'stage']),
      await resolveVariable("param:tags, ''"),
    ),
  queues: async () => (await import('../events/queues.ts')).queues(),
  settingDocuments: async ({ resolveVariable }) =>
    (await import('../functions/setting-documents.ts')).settingDocuments({
      models: await resolveVariable("param:models, '[]'"),
      'group-limits': await resolveVariable("param:group-limits, '{}'"),
      'oidc-providers': await resolveVariable("param:oidc-providers, '[]'"),
    }),
  functionPolicies: async ({ resolveVariable }) =>
    (await import('../functions/function-policies.ts')).functionPolicies(
      await resolveVariable("param:models, '[]'"),
    ),
  dashboard: async () => (await import('./dashboard.ts')).dashboard(),
  wopiServer: async ({ resolveConfigurationProperty }) =>
    (await import('./wopi-server.ts')).wopiServer(await resolveConfigurationProperty(['provider', 'stage'])),
  api: async () => (await import('../gateway/api.ts')).api(),
}
