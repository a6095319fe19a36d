/** Makes the browser save a file. */
export function saveAddress(name: string, address: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
}

export function saveText(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/csv' }));
  saveAddress(name, address);
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}
