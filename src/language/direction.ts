/**
 * Characters that change the direction of the following text (Unicode, UAX 9: embeddings, overrides and isolates). They
 * disguise names: `invoice-[U+202E]fdp.exe` is shown as `invoice-exe.pdf`. The marks LRM, RLM and ALM are not included.
 */
export const directionControls = /[\u202A-\u202E\u2066-\u2069]/g
