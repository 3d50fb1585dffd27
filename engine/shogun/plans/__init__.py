"""Plans: the order language of the sheet, kept and answered. [SHO-18]"""
