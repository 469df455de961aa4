/**
 * Characters that turn the direction of what follows (Unicode, UAX 9: embeddings, overrides and isolates). In a name
 * they make it read as another one: `invoice-[U+202E]fdp.exe` is shown as `invoice-exe.pdf`. The marks LRM, RLM and ALM
 * are none of them.
 */
export const directionControls = /[\u202A-\u202E\u2066-\u2069]/g
