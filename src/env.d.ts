/// <reference types="@rsbuild/core/types" />

interface RsbuildTypeOptions {
  strictImportMetaEnv: true;
}

interface ImportMetaEnv {
  /** Where the link "Contact" leads; a variable of the build, default mailto:contact@example.com. */
  readonly PUBLIC_CONTACT_URL: string;
}
