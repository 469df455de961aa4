interface Serverless {
  configSchemaHandler: { schema: { properties: { resources: { properties: Record<string, object> } } } }
}

/** Plugin that permits rules in a template, a section of CloudFormation that osls does not know. */
class TemplateRules {
  constructor({ configSchemaHandler }: Serverless) {
    configSchemaHandler.schema.properties.resources.properties['Rules'] = { type: 'object' }
  }
}

/** osls requires this file, and expects the class itself as its CommonJS export. */
export { TemplateRules as 'module.exports' }
