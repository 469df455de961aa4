/** Does nothing, so that esbuild drops its calls together with their texts. */
export function docs(): undefined {}

/** Does nothing, for the same reason. */
export function problemDocs(): undefined {}
