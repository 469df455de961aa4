interface Serverless {
  configSchemaHandler: { schema: { properties: { resources: { properties: Record<string, object> } } } }
}

/** The plugin that lets a template have rules, a section of CloudFormation's that osls does not know. */
class TemplateRules {
  constructor({ configSchemaHandler }: Serverless) {
    configSchemaHandler.schema.properties.resources.properties['Rules'] = { type: 'object' }
  }
}

/** osls requires this file and wants the class itself as its CommonJS face. */
export { TemplateRules as 'module.exports' }
